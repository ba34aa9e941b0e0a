"""Who speaks with whom: whom words call, who asks, and the line that answers them."""
