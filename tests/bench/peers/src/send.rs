//! Bare ureq: the same body to the same address, eight threads, reused connections. How many, in how many seconds, and
//! the processor's seconds that it took.

use std::time::{Duration, Instant};

const THREADS: u64 = 8;

pub fn run(url: &str, count: u64, body: &str) {
    let body = std::fs::read(body).unwrap();
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_global(Some(Duration::from_secs(10)))
        .max_idle_connections_per_host(THREADS as usize)
        .proxy(None)
        .build()
        .into();
    let (began, cpu) = (Instant::now(), cpu_seconds());
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            let (agent, body) = (agent.clone(), &body[..]);
            scope.spawn(move || {
                for _ in 0..count / THREADS {
                    agent.post(url).header("Content-Type", "application/json").send(body).unwrap();
                }
            });
        }
    });
    println!("{} {} {}", count / THREADS * THREADS, began.elapsed().as_secs_f64(), cpu_seconds() - cpu);
}

/// User and system time so far; Linux counts it in hundredths of a second.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat[stat.rfind(')').unwrap() + 2..].split(' ').collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}
