// Loaded into a child by `--import`: its input is a pipe that the operating system closes when the parent is gone.
process.stdin.resume();
process.stdin.once('end', () => process.exit(1));
process.stdin.once('error', () => process.exit(1));
process.stdin.unref?.();
