"""What pages say of matches, figures and rules, in translated words."""
