package io.echomq.tck.conformance;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test a {@link Stage} of its own over the one provider of the run.
 *
 * <p>Threads: any; tests run side by side.
 */
final class StageExtension implements ParameterResolver {
  /** Configuration parameter: the server of our provider; see {@link Provider#find}. */
  static final String URL = "conformance.url";

  private static final Namespace NAMESPACE = Namespace.create(StageExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Stage.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Provider provider =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(
                Provider.class,
                key -> Provider.find(context.getConfigurationParameter(URL).orElse("")),
                Provider.class);
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(Stage.class, key -> new Stage(provider), Stage.class);
  }
}
