"""The chronicle as prose: walks and scenes, sentences, pages."""
