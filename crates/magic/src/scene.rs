/// x
pub struct Scene;
/// x
pub struct SceneError;
/// x
pub struct SceneSide;
