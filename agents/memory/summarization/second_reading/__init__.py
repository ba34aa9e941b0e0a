"""A model reads its own text again, sentence by sentence, beside what each rests on."""
