//! The parts of the printer beside the crates and copies they are measured against.
//!
//! `cargo bench --no-default-features` for all; `-- numbers/prices` for one. Each group compares texts before it
//! times. The time is for the whole run of 1,000 values, or for one text.

use std::hint::black_box;
use std::time::Duration;

use criterion::{criterion_group, criterion_main, Criterion, Throughput};
use fast_safe_json::{date, escape, number, output};

#[path = "../tests/support/random.rs"]
mod random;
use random::Random;

const COUNT: usize = 1000;

fn values(mut make: impl FnMut(&mut Random) -> f64) -> Vec<f64> {
    let mut random = Random(1);
    (0..COUNT).map(|_| make(&mut random)).collect()
}

fn numbers(criterion: &mut Criterion) {
    let kinds: [(&str, Vec<f64>); 11] = [
        ("doubles", values(|random| random.unit() * 1000.0)),
        ("doubles below 1", values(|random| random.unit())),
        ("doubles of any size", values(|random| f64::from_bits(random.below(0x7FF << 52)))),
        ("embedding", values(|random| f64::from((random.unit() as f32 - 0.5) * 0.2))),
        ("prices", values(|random| (random.unit() * 1e5).round() / 100.0)),
        ("coordinates", values(|random| ((random.unit() - 0.5) * 3.6e8).round() / 1e6)),
        ("fifteen digits", values(|random| (random.unit() * 1e15).round() / 1e13)),
        ("small integers", values(|random| random.below(1000) as f64)),
        ("integers", values(|random| random.below(1_000_000) as f64)),
        ("epoch ms", values(|random| (1_700_000_000_000 + random.below(100_000_000_000)) as f64)),
        (
            "mixed",
            values(|random| match random.next() % 3 {
                0 => random.unit() * 100.0,
                1 => (random.unit() * 1e4).round() / 100.0,
                _ => (random.next() % 10_000) as f64,
            }),
        ),
    ];
    let mut out = Vec::<u8>::new();
    for (kind, values) in kinds {
        let mut group = criterion.benchmark_group(format!("numbers/{kind}"));
        group.throughput(Throughput::Elements(COUNT as u64));
        number::push_run(&mut out, &values, b",");
        let read: Vec<f64> = out.split(|&byte| byte == b',').map(parse).collect();
        assert_eq!(read, values);

        group.bench_function("run", |bencher| {
            bencher.iter(|| {
                out.clear();
                number::push_run(&mut out, black_box(&values), b",");
            });
        });
        group.bench_function("one by one", |bencher| {
            bencher.iter(|| {
                out.clear();
                for &value in black_box(&values) {
                    number::push_f64(&mut out, value);
                    output::push_byte(&mut out, b',');
                }
            });
        });
        group.bench_function("zmij", |bencher| {
            bencher.iter(|| {
                for &value in black_box(&values) {
                    black_box(zmij::Buffer::new().format_finite(value));
                }
            });
        });
        if values.iter().all(|value| value.trunc() == *value) {
            let integers: Vec<i64> = values.iter().map(|&value| value as i64).collect();
            group.bench_function("itoa", |bencher| {
                bencher.iter(|| {
                    for &value in black_box(&integers) {
                        black_box(itoa::Buffer::new().format(value));
                    }
                });
            });
        }
        group.finish();
        out.clear();
    }
}

fn parse(text: &[u8]) -> f64 {
    std::str::from_utf8(text).unwrap().parse().unwrap()
}

fn strings(criterion: &mut Criterion) {
    let sample: Vec<u16> =
        "The quick brown fox jumps over the lazy dog. ".repeat(300).encode_utf16().collect();
    let wide: Vec<u16> = "敏捷的棕色狐狸跳过了懒狗。".repeat(1000).encode_utf16().collect();
    let quoted: Vec<u16> =
        "<a href=\"https://example.org/\">link</a>\r\n".repeat(400).encode_utf16().collect();
    let mut out = Vec::<u8>::with_capacity(1 << 16);
    let mut utf16 = Vec::<u16>::with_capacity(1 << 16);
    let mut bytes = Vec::<u8>::with_capacity(1 << 16);
    for length in [3, 6, 12, 20, 30, 100, 300, 1000, 10_000] {
        let mut group = criterion.benchmark_group(format!("strings/{length}"));
        group.throughput(Throughput::Elements(length as u64));
        let text = &sample[..length];
        group.bench_function("clean", |bencher| {
            bencher.iter(|| {
                out.clear();
                escape::push_quoted(&mut out, black_box(text))
            });
        });
        group.bench_function("clean into UTF-16", |bencher| {
            bencher.iter(|| {
                utf16.clear();
                escape::push_quoted(&mut utf16, black_box(text))
            });
        });
        group.bench_function("wide into UTF-16", |bencher| {
            bencher.iter(|| {
                utf16.clear();
                escape::push_quoted(&mut utf16, black_box(&wide[..length]))
            });
        });
        group.bench_function("markup", |bencher| {
            bencher.iter(|| {
                out.clear();
                escape::push_quoted(&mut out, black_box(&quoted[..length]))
            });
        });
        group.bench_function("copy of the units", |bencher| {
            bencher.iter(|| {
                utf16.clear();
                utf16.extend_from_slice(black_box(text));
            });
        });
        group.bench_function("narrowing copy", |bencher| {
            bencher.iter(|| {
                bytes.clear();
                bytes.extend(black_box(text).iter().map(|&unit| unit as u8));
            });
        });
        group.finish();
    }
}

fn parts(criterion: &mut Criterion) {
    let store: Vec<u8> = b"\"id\":\"name\":\"email\":\"createdAt\":\"a somewhat longer key\":"
        .iter()
        .copied()
        .chain([0; 32])
        .collect();
    let ends = [5, 12, 20, 32, 56];
    let mut out = Vec::<u8>::with_capacity(1 << 16);
    let mut group = criterion.benchmark_group("five keys");
    group.bench_function("push_part", |bencher| {
        bencher.iter(|| {
            out.clear();
            let mut start = 0;
            for &end in black_box(&ends) {
                output::push_part(&mut out, &store, start, end);
                start = end;
            }
        });
    });
    group.bench_function("push_bytes", |bencher| {
        bencher.iter(|| {
            out.clear();
            let mut start = 0;
            for &end in black_box(&ends) {
                output::push_bytes(&mut out, &store[start..end]);
                start = end;
            }
        });
    });
    group.bench_function("extend_from_slice", |bencher| {
        bencher.iter(|| {
            out.clear();
            let mut start = 0;
            for &end in black_box(&ends) {
                out.extend_from_slice(&store[start..end]);
                start = end;
            }
        });
    });
    group.finish();
}

fn dates(criterion: &mut Criterion) {
    let times = values(|random| (random.next() % 2_000_000_000_000) as f64);
    let mut out = Vec::<u8>::with_capacity(1 << 16);
    let mut group = criterion.benchmark_group("dates");
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function("dates", |bencher| {
        bencher.iter(|| {
            out.clear();
            for &time in black_box(&times) {
                date::push_date(&mut out, time);
            }
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600))
        .sample_size(20);
    targets = numbers, strings, parts, dates
}
criterion_main!(benches);
