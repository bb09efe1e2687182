#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    hoyle_fuzz::target("magic-deck").expect("a target").run(data);
});
