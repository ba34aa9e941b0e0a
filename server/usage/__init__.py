"""What the server uses: requests to models over time, delay of the loop, room on the disk."""
