/*
 * A disk with a steady sync, and a count of what is given to it: preloaded into a program, it counts the calls that sync
 * a file and the bytes that are written to files, in the file named by SYNC_COUNTS (three 64-bit numbers: syncs, writes,
 * bytes).
 *
 * With SYNC_MICROS each sync takes so many microseconds and nothing else: what the real disk would take, which differs
 * from one moment to the next, is left out. Without it the real sync is called.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static struct {
    atomic_ullong syncs, writes, bytes;
} *counts;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("SYNC_COUNTS");
    int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file < 0)
        return;
    if (ftruncate(file, sizeof *counts) == 0) {
        void *shared = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        counts = shared == MAP_FAILED ? NULL : shared;
    }
    close(file);
}

/* Log lines, pipes and sockets are not the disk. */
static int is_file(int fd)
{
    struct stat about;
    int saved = errno;
    int result = fd > 2 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
    errno = saved;
    return result;
}

static ssize_t counted(int fd, ssize_t length)
{
    if (counts && length > 0 && is_file(fd)) {
        atomic_fetch_add(&counts->writes, 1);
        atomic_fetch_add(&counts->bytes, (unsigned long long)length);
    }
    return length;
}

static int sync_with(int (*real)(int), int fd)
{
    const char *micros = getenv("SYNC_MICROS");
    if (counts)
        atomic_fetch_add(&counts->syncs, 1);
    if (!micros)
        return real(fd);
    static _Thread_local int is_exact;
    if (!is_exact)
        is_exact = prctl(PR_SET_TIMERSLACK, 1UL) == 0;
    long span = atol(micros);
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += span % 1000000 * 1000;
    until.tv_sec += span / 1000000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (span > 0 && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
        ;
    return 0;
}

int fsync(int fd)
{
    return sync_with(NEXT(fsync), fd);
}

int fdatasync(int fd)
{
    return sync_with(NEXT(fdatasync), fd);
}

ssize_t write(int fd, const void *data, size_t length)
{
    return counted(fd, NEXT(write)(fd, data, length));
}

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    return counted(fd, NEXT(writev)(fd, parts, count));
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at)
{
    return counted(fd, NEXT(pwrite64)(fd, data, length, at));
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t at)
{
    return pwrite64(fd, data, length, at);
}
