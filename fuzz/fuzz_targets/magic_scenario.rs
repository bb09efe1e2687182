#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    hoyle_fuzz::target("magic-scenario").expect("a target").run(data);
});
