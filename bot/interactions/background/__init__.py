"""What the bot does by itself: tasks that outlive a request, old messages, and what the clocks bring."""
