/*
 * Time in the hands of a test: preloaded into the program under test, it has all clocks of it go on by the nanoseconds
 * that the first eight bytes of the file named by TIME_PASSED hold, beside the time that passes by itself, of which only
 * one part in TIME_SLOWER counts. Sleeps and time limits end by these clocks too: whoever waits looks at them now and
 * then. The second eight bytes say since when, so that the next start of the program goes on where this one ended. With
 * TIME_OF_DAY_GOES_ON that one clock goes on as ever.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL
/* How long somebody who waits looks away. */
#define LOOK (10 * SECOND / 1000)
#define SOCKETS 4096
#define CLOCKS 12

static volatile int64_t *told;
static int64_t slower = 1;
static int day_goes_on;
/* How far the machine's other clocks are from the one that only goes on, once and for all: two clocks that are read one
 * after the other have each their own moment, and their difference would go back and forth. */
static int64_t apart[CLOCKS];
/* The time limit for reading from a socket, in nanoseconds. */
static volatile int64_t limits[SOCKETS];

#define REAL(name) ({ static __typeof__(&name) real; if (!real) real = dlsym(RTLD_NEXT, #name); real; })

static int64_t nanos(const struct timespec *time)
{
    return time->tv_sec * SECOND + time->tv_nsec;
}

static struct timespec span(int64_t nanos)
{
    return (struct timespec){ nanos / SECOND, nanos % SECOND };
}

static int64_t real_now(void)
{
    struct timespec now;
    REAL(clock_gettime)(CLOCK_MONOTONIC, &now);
    return nanos(&now);
}

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("TIME_PASSED"), *part = getenv("TIME_SLOWER");
    static int64_t nobody_tells[2];
    told = nobody_tells;
    day_goes_on = getenv("TIME_OF_DAY_GOES_ON") != NULL;
    if (part)
        slower = atoll(part);
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file >= 0) {
        void *map = mmap(NULL, 2 * sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
        if (map != MAP_FAILED)
            told = map;
    }
    if (!told[1])
        told[1] = real_now();
    for (int clock = 0; clock < CLOCKS; clock++) {
        struct timespec time;
        if (clock != CLOCK_MONOTONIC && !REAL(clock_gettime)(clock, &time))
            apart[clock] = nanos(&time) - real_now();
    }
}

static int64_t now(void)
{
    int64_t real = real_now();
    if (!told)
        return real;
    return told[0] + told[1] + (real - told[1]) / slower;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int is_ours = told && clock >= 0 && clock < CLOCKS && clock != CLOCK_PROCESS_CPUTIME_ID && clock != CLOCK_THREAD_CPUTIME_ID;
    if (!is_ours || (clock == CLOCK_REALTIME && day_goes_on))
        return REAL(clock_gettime)(clock, time);
    *time = span(now() + apart[clock]);
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left)
{
    struct timespec look = span(LOOK), begun;
    clock_gettime(clock, &begun);
    int64_t until = nanos(wanted) + (flags & TIMER_ABSTIME ? now() - nanos(&begun) : now());
    for (int64_t rest; (rest = until - now()) > 0;) {
        struct timespec nap = rest < LOOK ? span(rest) : look;
        REAL(nanosleep)(&nap, NULL);
    }
    (void)left;
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    return clock_nanosleep(CLOCK_MONOTONIC, 0, wanted, left);
}

/* Whoever waits for events here asks again if it was told too early that there are none. */
int epoll_wait(int poll, struct epoll_event *events, int most, int limit)
{
    int look = LOOK * 1000 / SECOND;
    return REAL(epoll_wait)(poll, events, most, limit < 0 || limit > look ? look : limit);
}

/* Locks and channels of Rust wait by this; with a time limit, it is one of ours. */
long syscall(long number, ...)
{
    va_list list;
    va_start(list, number);
    long of[6];
    for (int i = 0; i < 6; i++)
        of[i] = va_arg(list, long);
    va_end(list);
    int what = of[1] & FUTEX_CMD_MASK;
    const struct timespec *limit = (void *)of[3];
    if (number != SYS_futex || !limit || (what != FUTEX_WAIT && what != FUTEX_WAIT_BITSET))
        return REAL(syscall)(number, of[0], of[1], of[2], of[3], of[4], of[5]);
    int64_t until = what == FUTEX_WAIT ? now() + nanos(limit) : nanos(limit);
    if (of[1] & FUTEX_CLOCK_REALTIME) {
        struct timespec day;
        clock_gettime(CLOCK_REALTIME, &day);
        until += now() - nanos(&day);
    }
    for (;;) {
        int64_t rest = until - now();
        struct timespec look = span(rest < 0 ? 0 : rest < LOOK ? rest : LOOK);
        long result = REAL(syscall)(number, of[0], FUTEX_WAIT | (of[1] & FUTEX_PRIVATE_FLAG), of[2], &look, 0, 0);
        if (result == 0 || errno != ETIMEDOUT || now() >= until)
            return result;
    }
}

int setsockopt(int socket, int level, int name, const void *value, socklen_t length)
{
    struct timeval look = { 0, LOOK / 1000 };
    if (level == SOL_SOCKET && name == SO_RCVTIMEO && socket < SOCKETS) {
        const struct timeval *limit = value;
        limits[socket] = limit->tv_sec * SECOND + limit->tv_usec * 1000;
        if (limits[socket] > LOOK)
            value = &look;
    }
    return REAL(setsockopt)(socket, level, name, value, length);
}

ssize_t recv(int socket, void *buffer, size_t size, int flags)
{
    int64_t until = now() + (socket < SOCKETS ? limits[socket] : 0);
    for (;;) {
        ssize_t result = REAL(recv)(socket, buffer, size, flags);
        int is_over = result >= 0 || errno != EAGAIN || flags & MSG_DONTWAIT || now() >= until;
        if (is_over || fcntl(socket, F_GETFL) & O_NONBLOCK) {
            if (result < 0 && !is_over)
                errno = EAGAIN;
            return result;
        }
    }
}
