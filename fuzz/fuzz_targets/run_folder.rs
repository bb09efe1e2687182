#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    hoyle_fuzz::target("run-folder").expect("a target").run(data);
});
