"""A model of how other seats call, learnt by self-play."""
