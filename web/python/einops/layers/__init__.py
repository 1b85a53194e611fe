"""Layers that einops has for each library; here, for torch."""
