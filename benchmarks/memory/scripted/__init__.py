"""Facts that lives are told, and models of known faults that sum them up."""
