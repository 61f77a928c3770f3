# syntax=docker/dockerfile:1
FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked

FROM debian:bookworm-slim
RUN useradd --system --home-dir /var/lib/steelyard --create-home steelyard
COPY --from=build /src/target/release/steelyard /usr/local/bin/steelyard
COPY NOTICE LICENSE-MIT LICENSE-APACHE /usr/share/doc/steelyard/
USER steelyard
WORKDIR /var/lib/steelyard
ENV STEELYARD_LISTEN=0.0.0.0:8080
EXPOSE 8080
ENTRYPOINT ["steelyard"]
