//! Where the files of slips and chats are kept.

use std::path::Path;

use serde::Deserialize;

use super::document::Document;
use super::mistake::{ConfigError, Mistake, Mistakes, Place};
use super::parse::located;
use super::{Link, Secret, environment, shape};

/// Where the files of slips and chats are kept.
#[derive(Debug, Clone, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct FileRules {
    /// A store that gateways on several machines share; without one, files are in the data folder.
    pub s3: Option<BucketRules>,
}

/// A bucket of a store with the protocol of S3.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BucketRules {
    /// Its name.
    pub bucket: String,
    /// Its region, such as `ap-southeast-1`.
    pub region: String,
    /// Address of the store; without one, Amazon's.
    pub endpoint: Option<Link>,
    /// The prefix of all names, without a slash at the end; empty if the bucket is ours alone.
    #[serde(default)]
    pub prefix: String,
    /// The name of the access key.
    pub access_key_id: String,
    /// The access key.
    pub secret_access_key: Secret,
}

impl FileRules {
    /// The rules of a configuration whose other parts may be wrong or lack their variables, because
    /// a check of the stored files needs no other part.
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|cause| ConfigError::Unreadable {
            path: path.to_owned(),
            cause,
        })?;
        let file = path.display().to_string();
        let mut document = Document::read(&text).map_err(|list| {
            let file = file.clone();
            ConfigError::Malformed(Mistakes { file, list })
        })?;
        if let Some(all) = document.value.as_table_mut() {
            all.retain(|key, _| key == "files");
        }
        let mut mistakes = Vec::new();
        let variable = |name: &str| std::env::var(name).ok();
        environment::substitute(
            &mut document.value,
            &mut Place::whole(&mut mistakes),
            &variable,
        );
        shape::check(&mut document.value, &mut Place::whole(&mut mistakes));
        mistakes.retain(|mistake| mistake.key.starts_with("files"));
        let Some(files) = document.value.get("files").filter(|_| mistakes.is_empty()) else {
            return match mistakes[..] {
                [] => Ok(Self::default()),
                _ => Err(ConfigError::Malformed(located(&file, mistakes, &document))),
            };
        };
        Self::deserialize(files.clone()).map_err(|error| {
            let what = format!("cannot be read: {}", error.message());
            let key = "files".to_owned();
            let line = None;
            let list = vec![Mistake { key, line, what }];
            ConfigError::Malformed(located(&file, list, &document))
        })
    }

    pub(super) fn check(&self, mut at: Place<'_>) {
        let Some(bucket) = &self.s3 else { return };
        let mut at = at.at("s3");
        for (key, text) in [
            ("bucket", &bucket.bucket),
            ("region", &bucket.region),
            ("access_key_id", &bucket.access_key_id),
        ] {
            at.at(key).require(!text.is_empty(), "is empty");
        }
        at.at("secret_access_key")
            .require(!bucket.secret_access_key.reveal().is_empty(), "is empty");
        let is_plain = |part: &str| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        at.at("prefix").require(
            bucket.prefix.is_empty() || bucket.prefix.split('/').all(is_plain),
            "is not of letters, digits and -, with / between",
        );
        if let Some(endpoint) = &bucket.endpoint {
            endpoint.check_with_host(at.at("endpoint"));
        }
    }
}
