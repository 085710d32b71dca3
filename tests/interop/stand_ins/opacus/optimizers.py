class DPOptimizer:
    def __init__(
        self, optimizer, *, noise_multiplier, max_grad_norm, expected_batch_size, generator=None
    ):
        self.params = optimizer
        self.noise_multiplier = noise_multiplier
        self.max_grad_norm = max_grad_norm
        self.generator = generator
