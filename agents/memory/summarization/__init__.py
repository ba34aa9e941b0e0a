"""How summaries come to be: asked of a model, validated, cited, or written by rule."""
