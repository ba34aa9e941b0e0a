"""The texts that earlier versions shipped, and bringing a vault's copies of them up to date."""
