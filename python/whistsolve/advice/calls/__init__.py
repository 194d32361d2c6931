"""A model of how other seats call: a mixture of softmax policies, its action values fitted by self-play."""
