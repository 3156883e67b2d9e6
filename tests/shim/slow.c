/*
 * A minute that takes an hour: preloaded into the program under test, its steady clock goes sixty times slower, and so
 * do the waits that go by it. What is meant to be soon after something else is soon on a busy machine too. The time of
 * day goes on as ever.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SLOWER 60
#define SECOND 1000000000LL
#define YEAR (365 * 24 * 3600 * SECOND)

static long long begun; /* by the real clock, in nanoseconds */

static long long nanoseconds(const struct timespec *time)
{
    return time->tv_sec * SECOND + time->tv_nsec;
}

static struct timespec timespec_of(long long nanoseconds)
{
    return (struct timespec){ .tv_sec = nanoseconds / SECOND, .tv_nsec = nanoseconds % SECOND };
}

static int really(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        real = dlsym(RTLD_NEXT, "clock_gettime");
    return real(clock, now);
}

__attribute__((constructor)) static void begin(void)
{
    struct timespec now;
    really(CLOCK_MONOTONIC, &now);
    begun = nanoseconds(&now);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int result = really(clock, now);
    if (result == 0 && clock == CLOCK_MONOTONIC && begun)
        *now = timespec_of(begun + (nanoseconds(now) - begun) / SLOWER);
    return result;
}

int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout)
{
    static int (*real)(int, struct epoll_event *, int, int);
    if (!real)
        real = dlsym(RTLD_NEXT, "epoll_wait");
    long long slower = (long long)timeout * SLOWER;
    return real(epoll, events, most, timeout <= 0 ? timeout : slower > 0x7fffffff ? 0x7fffffff : (int)slower);
}

/* Locks and threads wait until a moment of the clock. */
long syscall(long number, ...)
{
    static long (*real)(long, ...);
    if (!real)
        real = dlsym(RTLD_NEXT, "syscall");
    va_list list;
    va_start(list, number);
    long a[6];
    for (int n = 0; n < 6; n++)
        a[n] = va_arg(list, long);
    va_end(list);
    struct timespec until;
    int is_until = (a[1] & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET && !(a[1] & FUTEX_CLOCK_REALTIME);
    if (number == SYS_futex && is_until && a[3]) {
        long long wait = nanoseconds((struct timespec *)a[3]) - begun;
        until = timespec_of(begun + (wait < YEAR ? wait : YEAR) * SLOWER);
        a[3] = (long)&until;
    }
    return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
