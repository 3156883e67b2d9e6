/*
 * A small machine: preloaded into a program, it puts the program into control groups before it does anything else, so
 * that all it ever takes is counted there. GROUP_FILES names their `cgroup.procs`, with colons between.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((constructor)) static void join(void)
{
    const char *files = getenv("GROUP_FILES");
    char *all = files ? strdup(files) : NULL, *rest = NULL;
    for (char *path = all ? strtok_r(all, ":", &rest) : NULL; path; path = strtok_r(NULL, ":", &rest)) {
        int file = open(path, O_WRONLY | O_CLOEXEC);
        if (file < 0 || write(file, "0", 1) != 1)
            _exit(125);
        close(file);
    }
    free(all);
}
