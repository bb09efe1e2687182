#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    hoyle_fuzz::target("model").expect("a target").run(data);
});
