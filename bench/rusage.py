"""Runs a command and prints what it used as the last line: CPU seconds and peak MB."""

import os
import resource
import sys

pid = os.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
_, status, used = os.wait4(pid, 0)
grown = resource.getrusage(resource.RUSAGE_CHILDREN)
# wait4 adds the child's own waited-for children to its time; the peak is of the largest single process.
print(used.ru_utime + used.ru_stime, max(used.ru_maxrss, grown.ru_maxrss) / 1024, flush=True)
sys.exit(os.waitstatus_to_exitcode(status))
