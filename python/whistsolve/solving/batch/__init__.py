"""Many deals or positions at once: threads, progress, partial results."""
