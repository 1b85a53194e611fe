"""The engine's functions, all fetched at once: to look one up costs as much as thirty calls."""

import _js_engine

globals().update(_js_engine.object_entries().to_py())
