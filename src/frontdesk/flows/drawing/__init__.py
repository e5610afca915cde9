"""Pictures of a checked flow: SVG, or Mermaid text."""
