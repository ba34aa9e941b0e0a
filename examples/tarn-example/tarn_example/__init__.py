"""An example package that adds a strategy and a model provider to Tarn."""
