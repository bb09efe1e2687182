pub mod kuhn;
