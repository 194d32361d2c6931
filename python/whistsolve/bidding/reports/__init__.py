"""Reports of advice: data only, drawn in `show`."""
