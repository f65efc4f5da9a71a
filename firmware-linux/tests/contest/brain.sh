#!/bin/sh
# A brain that plays the first free cell in reading order, or does something wrong: `sh brain.sh HOW`;
# HOW may be a cell, which is its answer whatever the question.
# With LOG=FILE in the environment it writes down all that it hears; with PID=FILE its process's number.

how=$1
size=15
taken=' '
moves=0
[ -n "$PID" ] && echo $$ >"$PID"

free_cell() {
    y=0
    while [ $y -lt "$size" ]; do
        x=0
        while [ $x -lt "$size" ]; do
            case $taken in *" $x,$y "*) ;; *) return ;; esac
            x=$((x + 1))
        done
        y=$((y + 1))
    done
}

# Sleeps without a process of its own that could outlive this one.
pause() { read -r _ </dev/null; exec sleep "$1"; }

answer() {
    moves=$((moves + 1))
    case $how in
    crash) [ $moves -gt 1 ] && { echo 'out of luck' >&2; exit 3; } ;;
    hang) [ $moves -gt 1 ] && pause 1000 ;;
    late) sleep 0.6 ;;
    *,*) echo "$how"; return ;;
    off) echo '15,3'; return ;;
    far) echo '-1,99999999999'; return ;;
    taken) echo "$last"; return ;;
    garbage)
        printf '\nMESSAGE hello\r\nDEBUG 1,1\r\nERROR no\nUNKNOWN\n7;7\nh8\n\377\376\n'
        ;;
    flood)
        head -c 10000000 /dev/zero | tr '\0' x
        echo
        ;;
    endless) yes x | tr -d '\n' ;;
    noise) head -c 1000000 /dev/zero | tr '\0' '\n' >&2 ;;
    esac
    free_cell
    case $how in
    suggest) suggested=$x,$y; echo "SUGGEST $x,$y"; return ;;
    returns) printf '%s,%s\r' $x $y ;;
    *) echo "$x,$y" ;;
    esac
    taken="$taken$x,$y "
}

board() {
    while read -r line; do
        line=${line%"$cr"}
        [ -n "$LOG" ] && echo "$line" >>"$LOG"
        case $line in DONE) return ;; esac
        last=${line%,*}
        taken="$taken$last "
    done
}

cr=$(printf '\r')
[ "$how" = exit ] && exit 1
[ "$how" = deaf ] && pause 1000
while read -r line; do
    line=${line%"$cr"}
    [ -n "$LOG" ] && echo "$line" >>"$LOG"
    case $line in
    START*)
        [ "$how" = refuse ] && { echo 'ERROR size'; continue; }
        size=${line#START }
        echo OK
        ;;
    BEGIN) answer ;;
    BOARD) board; answer ;;
    TURN*)
        last=${line#TURN }
        taken="$taken$last "
        answer
        ;;
    PLAY*)
        echo "$suggested"
        taken="$taken$suggested "
        ;;
    END) [ "$how" = stays ] && pause 1000; exit 0 ;;
    esac
done
