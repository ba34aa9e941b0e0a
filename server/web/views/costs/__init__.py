"""The view Costs: what models were asked and cost, and how the server fares."""
