"""Language models: providers, the dispatcher between them and the minds, and their profiles."""
