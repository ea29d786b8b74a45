# Sourced by the *_test scripts, which are called as: NAME_test BIN LIB WORK. Makes WORK afresh and the current directory;
# gives BIN, LIB, HERE, PROGRAMS, REWEAVE, CXX, check, status, field, finish.
set -u
HERE=$(cd "$(dirname "$0")" && pwd)
PROGRAMS=$HERE/programs
TARGETS=$HERE/../targets
BIN=$(cd "$1" && pwd)
LIB=$(cd "$2" && pwd)
WORK=$3
rm -rf "$WORK" && mkdir -p "$WORK" && cd "$WORK" || exit 2
WORK=$(pwd)
REWEAVE=$BIN/reweave
CXX=$BIN/reweave-c++
failures=0

fail() { echo "FAILED $*"; failures=$((failures + 1)); }

# build SOURCE OUTPUT FLAGS...: with our driver; ends the test if it does not.
build() {
  local source=$1 output=$2; shift 2
  "$CXX" -O1 -g -pthread "$@" "$source" -o "$output" 2>build.log || { cat build.log; echo "FAILED cannot build $source"; exit 1; }
}

# status NAME STATUS TEXT COMMAND...: must end with STATUS within 30 s and say TEXT (may be empty) on stderr or stdout.
status() {
  local name=$1 wanted=$2 text=$3; shift 3
  timeout -k 1 30 "$@" >out 2>err </dev/null; local got=$?
  if [ $got != "$wanted" ] || ! cat out err | grep -qF -- "$text"; then
    fail "$name: $*: status $got, wanted $wanted and '$text'"; sed 's/^/  /' out err | head -20
  fi
}

# field FILE EXPRESSION: of the JSON in FILE, as Python sees it under the name j.
field() { python3 -c 'import json, sys; j = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$1" "$2"; }

# alive PROGRAM: the processes that run this executable.
alive() { find /proc -maxdepth 2 -name exe -lname "$(readlink -f "$1")" 2>/dev/null | cut -d/ -f3; }

finish() { [ $failures = 0 ] && echo "all well"; exit $((failures > 0)); }
