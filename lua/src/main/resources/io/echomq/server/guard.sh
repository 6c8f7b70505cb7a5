# Guards one private server, which lives as long as standard input is open: a pipe whose other end
# the JVM holds. However the JVM ends, by SIGKILL too, the kernel closes the pipe.
#
# $1     the private folder: log and configuration; deleted when the JVM has let go
# $2 ... the server's command line
#
# Ends with the server's exit code. When the server ends by itself the folder stays, for the JVM to
# read the log and to delete.
folder=$1
shift
trap '' INT HUP TERM
exec 3<&0

"$@" </dev/null >>"$folder/server.log" 2>&1 3<&- &
server=$!

(
  while read -r _; do :; done
  : >"$folder/closing"
  kill -TERM "$server"
  sleep 2
  kill -KILL "$server"
) <&3 >/dev/null 2>&1 &
watcher=$!
exec 3<&-

wait "$server"
code=$?
if [ -e "$folder/closing" ]; then
  rm -rf "$folder"
fi
kill -KILL "$watcher" 2>/dev/null
exit "$code"
