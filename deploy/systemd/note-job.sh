#!/bin/sh
# note-job.sh NAME: tells node_exporter's text files how a unit ended. systemd gives SERVICE_RESULT and EXIT_STATUS.
set -eu
name=$1
folder=${TEXTFILES:-/var/lib/prometheus/node-exporter}
[ -d "$folder" ] || exit 0
file=$folder/examport_$name.prom
status=${EXIT_STATUS:-1}
case $status in '' | *[!0-9]*) status=1 ;; esac
[ "$status" != 0 ] || [ "${SERVICE_RESULT:-success}" = success ] || status=1
succeeded=$(sed -n 's/^examport_job_succeeded_seconds{.*} //p' "$file" 2>/dev/null || true)
[ "$status" != 0 ] || succeeded=$(date +%s)
{
  echo "examport_job_exit_status{job_name=\"$name\"} $status"
  [ -z "$succeeded" ] || echo "examport_job_succeeded_seconds{job_name=\"$name\"} $succeeded"
} >"$file.new"
chmod 0644 "$file.new"
mv "$file.new" "$file"
