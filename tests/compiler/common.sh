# Sourced by the *_test scripts: TOOLS (directory of the drivers), WORK (empty directory, current), PROGRAMS; ok and no.
set -u
HERE=$(cd "$(dirname "$0")" && pwd)
PROGRAMS=$HERE/programs
TOOLS=$1
WORK=$2
rm -rf "$WORK" && mkdir -p "$WORK" && cd "$WORK" || exit 2
CC=$TOOLS/reweave-cc
CXX=$TOOLS/reweave-c++
unset STUB_ON
failures=0
# ok NAME COMMAND...: must succeed. no NAME STATUS TEXT COMMAND...: must end with STATUS and print TEXT to stderr.
ok() {
  local name=$1; shift
  if ! "$@" >out 2>err; then echo "FAILED $name: $*"; sed 's/^/  /' out err | head -20; failures=$((failures + 1)); fi
}
no() {
  local name=$1 status=$2 text=$3; shift 3
  "$@" >out 2>err; local got=$?
  if [ $got != "$status" ] || ! grep -qF -- "$text" err; then
    echo "FAILED $name: $*: status $got, wanted $status and '$text'"; sed 's/^/  /' err | head; failures=$((failures + 1)); fi
}
# prints NAME TEXT COMMAND...: must succeed and print exactly TEXT.
prints() {
  local name=$1 text=$2; shift 2
  local got; got=$("$@" 2>err)
  if [ $? != 0 ] || [ "$got" != "$text" ]; then echo "FAILED $name: $*: '$got', wanted '$text'"; head -20 err; failures=$((failures + 1)); fi
}
finish() { [ $failures = 0 ] && echo "all well"; exit $((failures > 0)); }
