"""Work that computes for long, in processes beside the one that serves people."""
