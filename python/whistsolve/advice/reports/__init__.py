"""Reports of advice: data only, which `whistsolve.show` draws."""
