package dev.backplane.plugin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A plugin that passed the filter, with the part of its spec that every plugin has. */
record Candidate(PluginSource source, MetaTable meta, PluginSpec spec) {

  static Candidate of(PluginSource source, MetaTable meta) {
    return new Candidate(source, meta, Header.read(meta));
  }

  /** One entry is one candidate. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Candidate candidate && meta == candidate.meta;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(meta);
  }

  String label() {
    return spec.name() + " " + spec.version();
  }

  private record Header(
      String name,
      Version version,
      VersionRange apiVersion,
      String packageName,
      String targetPlatform,
      String targetRuntime,
      List<Requirement> requires,
      List<String> provides)
      implements PluginSpec {

    static Header read(MetaTable table) {
      SpecFields fields = SpecFields.of(table);
      String name = fields.text("name");
      Version version = fields.version("version");
      VersionRange apiVersion = fields.range("api_version");
      String packageName = fields.text("package");
      String targetPlatform = fields.optionalText("target_platform");
      String targetRuntime = fields.optionalText("target_runtime");
      List<Requirement> requires = fields.optionalRequirements("requires");
      List<String> provides = fields.optionalTexts("provides");
      fields.check();
      return new Header(
          name,
          version,
          apiVersion,
          packageName,
          targetPlatform,
          targetRuntime,
          requires,
          provides);
    }
  }
}
