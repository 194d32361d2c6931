"""Benchmarks: fixed deals that are solved to count nodes and to measure time."""
