package dev.backplane.xrt.card.config;

import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.xclbin.trust.SignatureException;
import dev.backplane.xclbin.trust.SignatureVerifier;
import dev.backplane.xclbin.trust.TrustStores;
import java.time.InstantSource;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Reads the object {@code signature} of a card's configuration. */
final class TrustKeys {
  private TrustKeys() {}

  /** Reads the object; a trust store is opened now, so that a wrong one is found now. */
  static ImageTrust read(ConfigurationNode node) {
    node.allow("policy", "trust_store", "password");
    SignaturePolicy policy =
        node.get(
            "policy",
            n -> n.oneOf(List.of(SignaturePolicy.values()), SignaturePolicy::text),
            SignaturePolicy.REQUIRE);
    String password = node.<@Nullable String>get("password", ConfigurationNode::text, null);
    if (policy == SignaturePolicy.IGNORE) {
      return ImageTrust.USUAL;
    }
    ConfigurationNode file =
        node.get("trust_store")
            .orElseThrow(
                () ->
                    node.wrong(
                        "the key 'trust_store' is missing; name a PEM or PKCS#12 file of"
                            + " certificates for policy "
                            + policy.text()));
    return new ImageTrust(policy, store(file, password), InstantSource.system());
  }

  private static SignatureVerifier store(ConfigurationNode file, @Nullable String password) {
    TrustStores stores =
        ServiceLoader.load(TrustStores.class, TrustKeys.class.getClassLoader())
            .findFirst()
            .orElseThrow(
                () ->
                    file.wrong(
                        "signatures cannot be checked here, because the artifact"
                            + " dev.backplane:backplane-xclbin-signature is missing; add it to the"
                            + " class path or module path, or set the policy to ignore"));
    try {
      return stores.read(file.file(), password == null ? null : password.toCharArray());
    } catch (SignatureException e) {
      throw file.wrong(String.valueOf(e.getMessage()));
    }
  }
}
