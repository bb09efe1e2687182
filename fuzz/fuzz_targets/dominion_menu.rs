#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    hoyle_fuzz::target("dominion-menu").expect("a target").run(data);
});
