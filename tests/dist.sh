#!/usr/bin/env bash
# Unpacks what `make dist` has packed into an empty folder, and starts it there as a club would:
# with nothing of this machine but a shell.
set -euo pipefail
archive=$(realpath "$1")
room=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$room"' EXIT
fail() {
  echo "dist: $1" >&2
  cat "$room"/*.log >&2
  exit 1
}

tar -C "$room" -xzf "$archive"
cd "$room"/catchmate-*
for file in start.sh guide.md LICENSE catchmate.toml; do
  [ -s "$file" ] || fail "$file is missing"
done
[ ! -e data ] || fail 'somebody else'"'"'s matches are in it'
sed -i.original 's/^listen = .*/listen = "127.0.0.1:0"/' catchmate.toml

# As start.sh does, from another folder.
(cd / && exec env -i PATH=/usr/bin:/bin "$OLDPWD/start.sh" >"$room/out.log" 2>"$room/err.log") &
server=$!
for _ in $(seq 600); do
  grep -q '^listening on' "$room/out.log" 2>/dev/null && break
  kill -0 "$server" 2>/dev/null || fail 'it does not start'
  sleep 0.1
done
address=$(sed -n 's#^listening on http://##p' "$room/out.log")
[ -n "$address" ] || fail 'it does not say where it listens'

get() {
  exec 3<>"/dev/tcp/${address%:*}/${address##*:}"
  printf 'GET %s HTTP/1.1\r\nHost: catchmate\r\nConnection: close\r\n\r\n' "$1" >&3
  cat <&3
  exec 3>&-
}
page=$(get /)
script=$(sed -n 's/.*src="\(\/assets\/[^"]*\.js\)".*/\1/p' <<<"$page")
[ -n "$script" ] || fail 'the web client is not in it'
for path in /healthz "$script"; do
  answer=$(get "$path")
  [ "${answer:0:12}" = 'HTTP/1.1 200' ] || fail "it does not answer for $path"
done

kill -TERM "$server"
wait "$server" || fail 'it does not stop cleanly'
server=
[ -n "$(ls data)" ] || fail 'it has kept nothing'
echo "dist: $(basename "$archive") runs from an empty folder"
