"""Write summaries: with a model, validated and cited, or by rule."""
