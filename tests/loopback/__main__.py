"""Start the server by hand: ``python -m tests.loopback --port 8000 --latency 0.2 --set '{"faults": {"429": 0.1}}'``."""

from __future__ import annotations

import argparse
import asyncio
import json

from tests.loopback.faults import Settings
from tests.loopback.server import serve


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(prog="tests.loopback", description="A loopback server of model providers.")
    parser.add_argument("--port", type=int, default=0, help="of the providers' protocols; 0: any that is free")
    parser.add_argument("--admin", type=int, default=0, help="of /control, /log, /stats and /stop")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, help="mean seconds")
    parser.add_argument("--sigma", type=float, default=0.0, help="of a log-normal latency; 0: always the mean")
    parser.add_argument("--set", type=json.loads, default={}, help="further settings as JSON; see faults.Settings")
    parser.add_argument("--until-eof", action="store_true", help="stop when standard input ends")
    given = parser.parse_args()
    settings = Settings(**{"seed": given.seed, "latency": given.latency, "sigma": given.sigma, **given.set})
    asyncio.run(serve(settings, given.port, given.admin, given.until_eof))


if __name__ == "__main__":
    main()
