"""The shell: takes a turn, runs actions, delivers replies, keeps time; wires everything together."""
