"""Texts and the real model, for the tests of retrieval."""

import random
import socket

import numpy as np
import pytest

from microworlds.retrieval.embedding import Embedder, EmbedderSettings

SETTINGS = EmbedderSettings(model="bundled", window=256, precision="fp32")
WORDS = "court lease notice harbour rent judge mill clause tenant owner river deed storm claim pump grain".split()


def prose(words: int, seed: int = 0) -> str:
    """Sentences of invented words: long enough to be read in several windows."""
    draw = random.Random(seed)
    return " ".join(
        " ".join(draw.choice(WORDS) for _ in range(9)).capitalize() + "." for _ in range(max(1, words // 9))
    )


@pytest.fixture(name="_no_network", autouse=True, scope="module")
def no_network_fixture():
    """Notes whoever looks up or calls another machine: libraries swallow what is raised in their way."""
    tried = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", lambda *address, **_: tried.append(address) or [])
        patch.setattr(socket.socket, "connect", lambda self, address: tried.append(address))
        yield
    assert tried == []


@pytest.fixture(name="cache", scope="module")
def cache_fixture(tmp_path_factory):
    return tmp_path_factory.mktemp("vectors")


@pytest.fixture(name="embedder", scope="module")
def embedder_fixture(cache):
    return Embedder(SETTINGS, cache)


def vector(number: float) -> np.ndarray:
    return np.full(384, number, np.float32)
