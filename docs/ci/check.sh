#!/bin/sh
# Checks a change in CI. Exit status: 0 nothing new, 1 a new finding, 6 incomplete, anything else: `reweave check` could not run.
#
#   REWEAVE_BASE      revision that the change is compared with (default: the merge base with origin's main branch)
#   REWEAVE_BUDGET    time for everything except building (default 5m)
#   REWEAVE_INCOMPLETE  fail (default): status 6 if something that can notice the change was not looked at; pass: status 0
#   REWEAVE_ARGUMENTS  more options of reweave check, separated by blanks
#   REWEAVE_REPORTS   directory for the reports (default reweave-reports)
set -eu
reports=${REWEAVE_REPORTS:-reweave-reports}
mkdir -p "$reports"
status=0
reweave check ${REWEAVE_BASE:+--base "$REWEAVE_BASE"} --head HEAD --budget "${REWEAVE_BUDGET:-5m}" --incomplete "${REWEAVE_INCOMPLETE:-fail}" \
  --json "$reports/check.json" --junit "$reports/junit.xml" --html "$reports/report.html" \
  --sarif "$reports/check.sarif" --sarif-results open --markdown "$reports/summary.md" ${REWEAVE_ARGUMENTS:-} || status=$?
# GitHub shows this on the run's page.
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$reports/summary.md" ]; then cat "$reports/summary.md" >>"$GITHUB_STEP_SUMMARY"; fi
exit $status
